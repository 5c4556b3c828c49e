import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page } from "./Page";
import "./turing.css";
import type { Test } from "./types";

const holder = document.getElementById("page");
if (holder) render(<Page test={pageData<Test>()} />, holder);
