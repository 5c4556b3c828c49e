import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page } from "./Page";
import "./review.css";
import type { Review } from "./types";

const holder = document.getElementById("page");
if (holder) render(<Page review={pageData<Review>()} />, holder);
