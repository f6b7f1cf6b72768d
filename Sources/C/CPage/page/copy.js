// Saves what a pane shows as a file.

/** Saves a text or a picture under a name. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Later, as some browsers begin to read only then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
