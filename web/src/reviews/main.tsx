import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page, type Reviews } from "./Page";
import "./reviews.css";

const holder = document.getElementById("page");
if (holder) render(<Page reviews={pageData<Reviews>()} />, holder);
