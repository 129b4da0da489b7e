/** Finds restricted components and projects, so that subtracting them from totals is cheap if there are none. */
export const hiddenComponents = `
CREATE INDEX component_by_restriction ON component (restricted, id);
CREATE INDEX project_by_access ON project (access_control, id);
`
