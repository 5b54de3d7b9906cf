// Exact numbers. In answers they stand as the notation writes them; to compare them they become fractions of two big
// integers, where the bottom of an infinity is zero.

const LONGEST = 1000; // So many characters a number may have.

/** A number as the notation writes it, from the ways people write it; null where it is none. */
function writtenNumber(text) {
  const tidy = text.replace(/\s/g, "").replace(/[−–]/g, "-").replace(",", ".").replace(/∞|infinity/i, "inf");
  const [, minus, digits] = tidy.toLowerCase().match(/^(?:\+|(-))?(\d*\.\d+|\d+(?:\/\d+)?|inf)$/) ?? [];
  if (!digits || digits.length > LONGEST || /\/0+$/.test(digits)) return null;
  return (minus ?? "") + (digits.startsWith(".") ? `0${digits}` : digits);
}

/** The same of a value, which may have the sign of a bound before it. */
function writtenBound(text) {
  return writtenNumber(text.replace(/^\s*(?:[=≤≥]|[<>]=?|=[<>])/, ""));
}

/** The numbers of a row of pairs, each pair in brackets; none where it is no such row. */
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

/** Alpha and beta in turn, as the fields of a node have them: a number each, or all in one. */
function writtenEnds(fields) {
  return fields.length === 1 ? writtenRow(fields[0]) : fields.map(writtenNumber);
}

const LISTED = [/[;|]/, /\//, /\s*,\s*|\s+/]; // What parts the payoffs of several players.

/** Payoffs as the notation writes them, from the ways people write them; null without a number for each player. */
function writtenPayoffs(text, players) {
  const listed = text.trim().replace(/^[(<[{⟨]\s*|\s*[)>\]}⟩]$/g, "");
  for (const sign of LISTED) {
    const pieces = listed.split(sign).map((piece) => piece.trim());
    const numbers = pieces.map((piece) => (/\s/.test(piece) ? null : writtenNumber(piece)));
    if (numbers.length === players && !numbers.includes(null)) return `<${numbers.join(", ")}>`;
  }
  return null;
}

/** The written numbers of payoffs, or the one that a value is. */
function numbersOf(written) {
  return written.startsWith("<") ? written.slice(1, -1).split(", ") : [written];
}

/** The fraction that a written number stands for. */
function fractionOf(written) {
  const sign = written.startsWith("-") ? -1n : 1n;
  const digits = written.replace("-", "");
  if (digits === "inf") return { top: sign, bottom: 0n };
  const [top, bottom] = digits.split("/");
  const [whole, decimals = ""] = top.split(".");
  return { top: sign * BigInt(whole + decimals), bottom: BigInt(bottom ?? 1) * 10n ** BigInt(decimals.length) };
}

/** Less than zero, zero or more than zero, as one fraction is less than the other, the same or greater. */
function compared(one, other) {
  const difference = one.bottom || other.bottom ? one.top * other.bottom - other.top * one.bottom : one.top - other.top;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether two written values are the same. */
function isSame(one, other) {
  const others = numbersOf(other);
  return numbersOf(one).every((number, place) => compared(fractionOf(number), fractionOf(others[place])) === 0);
}

const PLACES = 2; // So many places at least has a decimal that stands for a longer number.

/** Whether a written value is another one, or a decimal that this longer one is rounded to, half either way. */
function isRight(exact, written) {
  const others = numbersOf(written);
  return numbersOf(exact).every((number, place) => isSame(number, others[place]) || isRounded(fractionOf(number), others[place]));
}

/** Whether a written decimal has places enough, and no other with as many is nearer to a fraction with more of them. */
function isRounded(exact, written) {
  const decimal = fractionOf(written);
  const places = written.split(".")[1]?.length ?? 0;
  if (places < PLACES || !exact.bottom || (exact.top * 10n ** BigInt(PLACES)) % exact.bottom === 0n) return false;
  const difference = exact.top * decimal.bottom - decimal.top * exact.bottom;
  return 2n * (difference < 0n ? -difference : difference) * 10n ** BigInt(places) <= exact.bottom * decimal.bottom;
}

/** The best of some written values for the player who moves; of payoffs all that are as good for this one. */
function bestOf(values, kind) {
  const own = kind.startsWith("P") ? Number(kind.slice(1)) - 1 : 0;
  const fractions = values.map((written) => fractionOf(numbersOf(written)[own]));
  const isBetter = kind === "MIN" ? (order) => order < 0 : (order) => order > 0;
  const best = fractions.reduce((one, next) => (isBetter(compared(next, one)) ? next : one));
  return values.filter((_, place) => compared(fractions[place], best) === 0);
}

/** The sum of fractions, each times its weight; null where infinities cancel. */
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
