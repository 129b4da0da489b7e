/** What is not for everybody, so that taking it away from totals costs nothing where there is none of it. */
export const hiddenComponents = `
CREATE INDEX component_by_restriction ON component (restricted, id);
CREATE INDEX project_by_access ON project (access_control, id);
`
