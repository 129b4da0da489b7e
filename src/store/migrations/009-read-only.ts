/**
 * The state of a string before flags made it read-only. For strings that already have such flags, jobs check all
 * strings of their components again.
 */
export const readOnly = `
ALTER TABLE unit ADD COLUMN held_state INT;

INSERT INTO job (kind, key, run_at)
SELECT 'translation-text-checks', '' || component.id, 0
FROM component JOIN project ON project.id = component.project_id
WHERE (project.check_flags LIKE '%read-only%' OR component.check_flags LIKE '%read-only%' OR component.edit_template = 0
  OR EXISTS (SELECT 1 FROM translation JOIN unit ON unit.translation_id = translation.id
    WHERE translation.component_id = component.id
    AND (unit.flags LIKE '%read-only%' OR unit.extra_flags LIKE '%read-only%')))
AND NOT EXISTS (SELECT 1 FROM job WHERE kind = 'translation-text-checks' AND key = '' || component.id);
`
