/** Data saved in the browser between visits, if the browser allows it. */
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
      // Private windows and full disks: the page works without saved data.
    }
  },
};
