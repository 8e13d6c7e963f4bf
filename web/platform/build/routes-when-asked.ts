import type { Plugin } from 'vite'

const table = '\0virtual:react-router/server-build'
const imported = /^[ \t]*import \* as (route\d+) from ("[^"]+");$/gm
const named = /\bmodule: (route\d+)\b/g

/** Has the server read the module of a route when its address is first asked for, instead of all of them before the first page. */
export function routesWhenAsked(): Plugin {
  return {
    name: 'primp:routes-when-asked',
    transform: {
      filter: { id: new RegExp(`^${table}$`) },
      handler(code) {
        const late = code.replace(imported, 'const $1 = () => import($2);').replace(named, 'module: {}, read: $1')
        if (late === code) this.error('The table of routes is written in another way than this expects.')
        return { code: late, map: null }
      },
    },
  }
}
