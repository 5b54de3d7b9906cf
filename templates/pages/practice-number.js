// Exact numbers. Answers contain them in the notation of tree files; for comparison they become fractions of two
// BigInts, with denominator zero for infinities.

const LONGEST = 1000; // Maximum length of a number, in characters.

/** Return a number in the notation of tree files, from various notations; null if invalid. */
function writtenNumber(text) {
  const tidy = text.replace(/\s/g, "").replace(/[−–]/g, "-").replace(",", ".").replace(/∞|infinity/i, "inf");
  const [, minus, digits] = tidy.toLowerCase().match(/^(?:\+|(-))?(\d*\.\d+|\d+(?:\/\d+)?|inf)$/) ?? [];
  if (!digits || digits.length > LONGEST || /\/0+$/.test(digits)) return null;
  return (minus ?? "") + (digits.startsWith(".") ? `0${digits}` : digits);
}

/** Return a value in the same way; it may have the sign of a bound. */
function writtenBound(text) {
  return writtenNumber(text.replace(/^\s*(?:[=≤≥]|[<>]=?|=[<>])/, ""));
}

/** Return the numbers of a row of bracketed pairs; an empty list if invalid. */
function writtenRow(text) {
  const pair = /^[\s,;>→-]*[[(]\s*([^\s[\]();]+?)\s*(?:[;\s]|,(?=\s)|,(?=[^,]*[\])]))\s*([^\s[\]();]+?)\s*[\])]/;
  const ends = [];
  let found;
  for (let left = text.trim(); left; left = left.slice(found[0].length)) {
    found = left.match(pair);
    if (!found) return [];
    ends.push(writtenNumber(found[1]), writtenNumber(found[2]));
  }
  return ends.includes(null) ? [] : ends;
}

/** Return alpha and beta from the fields of a node: one number each, or all in one field. */
function writtenEnds(fields) {
  return fields.length === 1 ? writtenRow(fields[0]) : fields.map(writtenNumber);
}

const LISTED = [/[;|]/, /\//, /\s*,\s*|\s+/]; // Separators of payoffs.

/** Return payoffs in the notation of tree files, from various notations; null unless there is a number per player. */
function writtenPayoffs(text, players) {
  const listed = text.trim().replace(/^[(<[{⟨]\s*|\s*[)>\]}⟩]$/g, "");
  for (const sign of LISTED) {
    const pieces = listed.split(sign).map((piece) => piece.trim());
    const numbers = pieces.map((piece) => (/\s/.test(piece) ? null : writtenNumber(piece)));
    if (numbers.length === players && !numbers.includes(null)) return `<${numbers.join(", ")}>`;
  }
  return null;
}

/** Return the numbers of payoffs, or a single value as a list. */
function numbersOf(written) {
  return written.startsWith("<") ? written.slice(1, -1).split(", ") : [written];
}

/** Return a written number as a fraction. */
function fractionOf(written) {
  const sign = written.startsWith("-") ? -1n : 1n;
  const digits = written.replace("-", "");
  if (digits === "inf") return { top: sign, bottom: 0n };
  const [top, bottom] = digits.split("/");
  const [whole, decimals = ""] = top.split(".");
  return { top: sign * BigInt(whole + decimals), bottom: BigInt(bottom ?? 1) * 10n ** BigInt(decimals.length) };
}

/** Compare two fractions: the result is negative, zero or positive. */
function compared(one, other) {
  const difference = one.bottom || other.bottom ? one.top * other.bottom - other.top * one.bottom : one.top - other.top;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether two written values are equal. */
function isSame(one, other) {
  const others = numbersOf(other);
  return numbersOf(one).every((number, place) => compared(fractionOf(number), fractionOf(others[place])) === 0);
}

const PLACES = 2; // Minimum number of decimal places of a rounded number.

/** Whether a written value equals the exact one, or is rounded from it; halves may be rounded either way. */
function isRight(exact, written) {
  const others = numbersOf(written);
  return numbersOf(exact).every((number, place) => isSame(number, others[place]) || isRounded(fractionOf(number), others[place]));
}

/** Whether a written decimal has enough places and is the exact value rounded to them. */
function isRounded(exact, written) {
  const decimal = fractionOf(written);
  const places = written.split(".")[1]?.length ?? 0;
  if (places < PLACES || !exact.bottom || (exact.top * 10n ** BigInt(PLACES)) % exact.bottom === 0n) return false;
  const difference = exact.top * decimal.bottom - decimal.top * exact.bottom;
  return 2n * (difference < 0n ? -difference : difference) * 10n ** BigInt(places) <= exact.bottom * decimal.bottom;
}

/** Return the best written values for the player to move; all payoffs that are equally good for that player. */
function bestOf(values, kind) {
  const own = kind.startsWith("P") ? Number(kind.slice(1)) - 1 : 0;
  const fractions = values.map((written) => fractionOf(numbersOf(written)[own]));
  const isBetter = kind === "MIN" ? (order) => order < 0 : (order) => order > 0;
  const best = fractions.reduce((one, next) => (isBetter(compared(next, one)) ? next : one));
  return values.filter((_, place) => compared(fractions[place], best) === 0);
}

/** Return the weighted sum of fractions; null if infinities cancel. */
function expected(fractions, weights) {
  let sum = { top: 0n, bottom: 1n };
  for (const [index, { top, bottom }] of fractions.entries()) {
    const weight = weights[index];
    if (weight.top === 0n) continue;
    if (!bottom && !sum.bottom && top !== sum.top) return null;
    if (!bottom) sum = { top, bottom };
    else if (sum.bottom) {
      const below = bottom * weight.bottom;
      sum = { top: sum.top * below + top * weight.top * sum.bottom, bottom: sum.bottom * below };
    }
  }
  return sum;
}
