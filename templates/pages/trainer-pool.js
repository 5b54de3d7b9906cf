// The trees of a trainer, as they are packed in the page; and what its address fixes.

/** Data from text in base64, which holds JSON deflated without a header. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** What an address fixes, behind ? or #: skills=cuts,deep&size=small&help=1&seed=7. */
function settingsOfAddress({ search, hash }) {
  const told = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const number = (key) => (/^\d{1,9}$/.test(told.get(key) ?? "") ? { [key]: Number(told.get(key)) } : {});
  const skills = told.get("skills")?.split(",").filter(Boolean) ?? [];
  return { ...(skills.length ? { skills } : {}), ...(told.get("size") ? { size: told.get("size") } : {}), ...number("help"), ...number("seed") };
}

/** A day of the calendar here, and the second, like "2026-11-28T14:03:25". */
function localMoment(date) {
  const two = (number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
