import { render } from "preact";
import "../style.css";
import "../review/review.css";
import "./app.css";
import { App } from "./App";

const holder = document.getElementById("page");
if (holder) render(<App />, holder);
