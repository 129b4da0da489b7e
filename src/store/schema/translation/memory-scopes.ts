/**
 * Which translation memories a project and a component take part in. Without a value for `contribute_shared_tm`, a
 * project contributes as long as everyone can see it.
 */
export const memoryScopes = `
ALTER TABLE project ADD COLUMN use_shared_tm INT NOT NULL DEFAULT 1;
ALTER TABLE project ADD COLUMN contribute_shared_tm INT;
ALTER TABLE component ADD COLUMN contribute_project_tm INT NOT NULL DEFAULT 1;
`
