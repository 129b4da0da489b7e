/**
 * Further settings of components, and who dismissed an alert. `key_filter` and `variant_regex` are
 * regular expressions for keys, and `secondary_language` is a language code in effect.
 *
 * `unit_variant` groups source strings that are variants of each other: those of a component with the same `name`.
 * `defines` is 1 for strings that the pattern or a flag makes a variant, and 0 for the string they belong to.
 */
export const componentRules = `
ALTER TABLE component ADD COLUMN variant_regex TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN key_filter TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN secondary_language TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN screenshot_filemask TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN glossary_color TEXT NOT NULL DEFAULT 'silver';
ALTER TABLE alert ADD COLUMN dismissed_at INT;
ALTER TABLE alert ADD COLUMN dismissed_by INT;
ALTER TABLE alert ADD COLUMN dismissal_reason TEXT NOT NULL DEFAULT '';
CREATE TABLE unit_variant (
  unit_id INT PRIMARY KEY,
  component_id INT NOT NULL,
  name TEXT NOT NULL,
  defines INT NOT NULL
);
CREATE INDEX unit_variant_by_name ON unit_variant (component_id, name, unit_id);
`
