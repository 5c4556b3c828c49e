import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page } from "./Page";
import "./rules.css";
import type { Given } from "./types";

const holder = document.getElementById("page");
if (holder) render(<Page given={pageData<Given>()} />, holder);
