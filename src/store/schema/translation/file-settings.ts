/** How a component reads and writes its files. `file_format_params` is JSON: an object with a value per parameter. */
export const fileSettings = `
ALTER TABLE component ADD COLUMN file_format_params TEXT NOT NULL DEFAULT '{}';
`
