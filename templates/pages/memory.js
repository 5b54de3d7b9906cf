/** What is kept in the browser between two visits, if it lets pages keep anything. */
const memory = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Private windows and full disks: the page works without a memory.
    }
  },
};
