// The packed trees of a trainer, and the settings in the address.

/** Return the data from base64 text that contains raw-deflated JSON. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** Return the settings in the query or fragment of an address: skills=cuts,deep&size=small&help=1&seed=7. */
function settingsOfAddress({ search, hash }) {
  const told = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const number = (key) => (/^\d{1,9}$/.test(told.get(key) ?? "") ? { [key]: Number(told.get(key)) } : {});
  const skills = told.get("skills")?.split(",").filter(Boolean) ?? [];
  return { ...(skills.length ? { skills } : {}), ...(told.get("size") ? { size: told.get("size") } : {}), ...number("help"), ...number("seed") };
}

/** Return the local date and time, such as "2026-11-28T14:03:25". */
function localMoment(date) {
  const two = (number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
