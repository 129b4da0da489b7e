/**
 * Settings that components inherit from their category and project. The columns of a component hold the values in
 * effect. `inheritance` is JSON: the object's own values, and the names of the settings that it takes from above.
 */
export const inheritedSettings = `
ALTER TABLE project ADD COLUMN inheritance TEXT NOT NULL DEFAULT '{}';
ALTER TABLE project ADD COLUMN enable_hooks INT NOT NULL DEFAULT 1;
ALTER TABLE project_category ADD COLUMN inheritance TEXT NOT NULL DEFAULT '{}';
ALTER TABLE component ADD COLUMN inheritance TEXT NOT NULL DEFAULT '{}';
ALTER TABLE component ADD COLUMN language_code_style TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN language_regex TEXT NOT NULL DEFAULT '^[^.]+$';
`
