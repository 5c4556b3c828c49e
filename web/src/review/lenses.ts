// A lens is one letter per point: 64 letters from -1 (White) over 0 to +1 (Black).

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MIDDLE = 32;

export function readMap(map: string): number[] {
  return Array.from(map, (letter) => {
    const index = LETTERS.indexOf(letter);
    if (index < 0) throw new RangeError(`${letter} is not a letter of a lens`);
    return Math.max(-1, (index - MIDDLE) / 31);
  });
}
