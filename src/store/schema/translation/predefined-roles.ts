/**
 * Roles that earlier versions did not create, and the permission to use automatic suggestions for the roles that had it
 * with `unit.edit`. A new site gets its roles from `permission-names.ts` instead.
 */
export const predefinedRoles = `
INSERT INTO role_permission (role_id, permission)
  SELECT role_id, 'machinery.view' FROM role_permission WHERE permission = 'unit.edit' ON CONFLICT DO NOTHING;
INSERT INTO role (name) SELECT 'Access repository' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'vcs.access' AS name UNION ALL SELECT 'vcs.view' UNION ALL SELECT 'translation.download') AS added
  WHERE role.name = 'Access repository' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Translation coordinator' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'announcement.add' AS name UNION ALL SELECT 'announcement.delete' UNION ALL SELECT 'comment.add' UNION ALL SELECT 'comment.resolve' UNION ALL SELECT 'glossary.add' UNION ALL SELECT 'glossary.delete' UNION ALL SELECT 'glossary.edit' UNION ALL SELECT 'glossary.terminology' UNION ALL SELECT 'glossary.upload' UNION ALL SELECT 'machinery.view' UNION ALL SELECT 'screenshot.add' UNION ALL SELECT 'screenshot.delete' UNION ALL SELECT 'screenshot.edit' UNION ALL SELECT 'suggestion.accept' UNION ALL SELECT 'suggestion.add' UNION ALL SELECT 'suggestion.delete' UNION ALL SELECT 'suggestion.vote' UNION ALL SELECT 'translation.add' UNION ALL SELECT 'translation.download' UNION ALL SELECT 'unit.check' UNION ALL SELECT 'unit.edit' UNION ALL SELECT 'unit.override' UNION ALL SELECT 'unit.review' UNION ALL SELECT 'unit.template' UNION ALL SELECT 'upload.overwrite' UNION ALL SELECT 'upload.perform' UNION ALL SELECT 'vcs.access' UNION ALL SELECT 'vcs.view') AS added
  WHERE role.name = 'Translation coordinator' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Manage languages' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'translation.add' AS name UNION ALL SELECT 'translation.add_more' UNION ALL SELECT 'translation.delete' UNION ALL SELECT 'translation.download') AS added
  WHERE role.name = 'Manage languages' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Automatic translation' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'translation.auto' AS name) AS added
  WHERE role.name = 'Automatic translation' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Manage glossary' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'glossary.add' AS name UNION ALL SELECT 'glossary.delete' UNION ALL SELECT 'glossary.edit' UNION ALL SELECT 'glossary.terminology' UNION ALL SELECT 'glossary.upload') AS added
  WHERE role.name = 'Manage glossary' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Manage translation memory' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'memory.delete' AS name UNION ALL SELECT 'memory.edit') AS added
  WHERE role.name = 'Manage translation memory' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Manage screenshots' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'screenshot.add' AS name UNION ALL SELECT 'screenshot.delete' UNION ALL SELECT 'screenshot.edit') AS added
  WHERE role.name = 'Manage screenshots' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
INSERT INTO role (name) SELECT 'Bulk editing' WHERE EXISTS (SELECT 1 FROM role) ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission)
  SELECT role.id, added.name FROM role, (SELECT 'unit.bulk_edit' AS name) AS added
  WHERE role.name = 'Bulk editing' AND NOT EXISTS (SELECT 1 FROM role_permission WHERE role_permission.role_id = role.id);
`
