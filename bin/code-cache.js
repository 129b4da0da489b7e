import path from 'node:path'

/**
 * What is made of our sources once, for all later starts. The folder is our own, because whoever can write into it decides
 * what we run; in the folder for temporary files everybody could.
 */
export const codeCache = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'parlance')
