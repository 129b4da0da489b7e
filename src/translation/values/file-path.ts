/** Whether a path stays inside the repository and outside the .git folder. */
export const isInside = (path: string): boolean =>
  path !== '' &&
  !/^[/\\-]|[\p{Cc}\\]/u.test(path) &&
  path.split('/').every(part => part !== '' && part !== '.' && part !== '..' && !/^\.git($|\.)|^git~\d/i.test(part))
