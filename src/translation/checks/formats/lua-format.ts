import { formatCheck } from './format-check.ts'
import { cSyntax } from './printf.ts'

export const luaFormat = formatCheck({
  id: 'lua_format',
  name: 'Lua format',
  description: 'The Lua placeholders (%s, %d) of source and translation differ.',
  flag: 'lua-format',
  syntax: cSyntax,
})
