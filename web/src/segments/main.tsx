import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page } from "./Page";
import "./segments.css";
import type { Experiment } from "./types";

const holder = document.getElementById("page");
if (holder) render(<Page experiment={pageData<Experiment>()} />, holder);
