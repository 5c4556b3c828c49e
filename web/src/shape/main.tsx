import { render } from "preact";
import { pageData } from "../data";
import "../style.css";
import { Page } from "./Page";
import "./shape.css";
import type { ShapeData } from "./types";

const holder = document.getElementById("page");
if (holder) render(<Page data={pageData<ShapeData>()} />, holder);
