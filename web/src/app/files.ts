// Files that somebody chose or dropped, folders and what is in them, and sending them in parts.

import { strings } from "../strings";
import type { ImportAsk, Imported, ImportedFile, ImportFile } from "./api";
import { post } from "./client";

export interface Chosen {
  name: string;
  file: File;
}

export interface Sending {
  done: number;
  of: number;
}

const LARGEST = 3_600_000; // bytes of one file, and of what is sent at once
const TOGETHER = 40;

/** The chosen files; of a folder, those that are records. */
export function chosen(files: Iterable<File>): Chosen[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, file }))
    .filter((one) => !one.file.webkitRelativePath || isRecord(one.name));
}

/** What was dropped: files, and the records in folders and the folders in these. */
export async function dropped(items: DataTransferItemList): Promise<Chosen[]> {
  const entries = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: Chosen[] = [];
  for (const { entry, file } of entries) {
    if (entry?.isDirectory) found.push(...(await inside(entry as FileSystemDirectoryEntry)));
    else if (file) found.push({ name: file.name, file });
  }
  return found;
}

/** Send files to the library; what became of each. */
export async function bring(files: readonly Chosen[], told: (now: Sending) => void): Promise<ImportedFile[]> {
  const found: ImportedFile[] = [];
  let part: ImportFile[] = [];
  let size = 0;
  const send = async () => {
    if (part.length === 0) return;
    const asked: ImportAsk = { files: part };
    part = [];
    size = 0;
    found.push(...(await post<Imported>("/imports", asked)).files);
    told({ done: found.length, of: files.length });
  };
  told({ done: 0, of: files.length });
  for (const { name, file } of files) {
    if (file.size > LARGEST) { // the server would refuse all that is sent with it
      found.push({ name, games: [], new: 0, trouble: `${name}: ${strings.app.tooLarge}` });
      continue;
    }
    if (part.length >= TOGETHER || size + file.size > LARGEST) await send();
    part.push(await encoded(file, name));
    size += file.size;
  }
  await send();
  return found;
}

/** A file as it is sent. */
export async function encoded(file: File, name = file.name): Promise<ImportFile> {
  if (file.size > LARGEST) throw new Error(`${name}: ${strings.app.tooLarge}`);
  return { name: name.slice(-300), data: await base64(file) };
}

function isRecord(name: string): boolean {
  return name.toLowerCase().endsWith(".sgf");
}

async function inside(folder: FileSystemDirectoryEntry): Promise<Chosen[]> {
  const reader = folder.createReader();
  const found: Chosen[] = [];
  for (;;) { // a reader gives about a hundred at a time
    const part = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (part.length === 0) return found;
    for (const entry of part) {
      if (entry.isDirectory) found.push(...(await inside(entry as FileSystemDirectoryEntry)));
      else if (isRecord(entry.name)) {
        const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
        found.push({ name: entry.fullPath.replace(/^\//, ""), file });
      }
    }
  }
}

function base64(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).split(",")[1] ?? "");
    reader.onerror = () => fail(reader.error ?? new Error(strings.app.failed));
    reader.readAsDataURL(file);
  });
}
