/** The bundler makes a sheet of what an island imports. */
declare module '*.css'
