/**
 * Components that get another repository. `root_id` is the component whose repository the row of `component_repository`
 * is about; null if it was never switched. While `is_joining` is 1, the files of the new repository were not read yet,
 * so translations that they lack are written there.
 */
export const switchedRepositories = `
ALTER TABLE component_repository ADD COLUMN root_id INT;
ALTER TABLE component_repository ADD COLUMN is_joining INT NOT NULL DEFAULT 0;
`
