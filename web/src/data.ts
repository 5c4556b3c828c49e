// What Python filled into the page: JSON in an element that browsers do not run.

export function pageData<T>(): T {
  const holder = document.getElementById("data");
  const data: unknown = JSON.parse(holder?.textContent ?? "null");
  if (data === null || typeof data !== "object") {
    throw new Error("This page holds no data: it is filled by a command of gokan.");
  }
  return data as T;
}
