/**
 * Work lists of translators, in file order: strings that are unfinished, fail checks, or have suggestions or comments.
 * In a component of a hundred thousand strings, the few matching ones may be at the end.
 */
export const editorLists = `
CREATE INDEX unit_unfinished ON unit (translation_id, position, id) WHERE state < 20;
CREATE INDEX unit_failing ON unit (translation_id, position, id) WHERE failing_checks > 0;
CREATE INDEX unit_suggested ON unit (translation_id, position, id) WHERE suggestion_count > 0;
CREATE INDEX unit_commented ON unit (translation_id, position, id) WHERE comment_count > 0;
`
