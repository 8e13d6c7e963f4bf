import { contract } from '#contract/contract.ts'

const knownCalls = new RegExp(
  `^(@|openapi\\.json|openapi-operators\\.json|docs|browser-reports|${[
    ...new Set(
      Object.values(contract)
        .flatMap((calls) => Object.values(calls))
        .map(({ path }) => path.split('/')[2]),
    ),
  ]
    .filter((name) => /^[a-z-]+$/i.test(name ?? ''))
    .join('|')})$`,
)

/** What a log and the metrics say of a path: the shape of what there is. Ids and tokens in it are a person's, and anybody can ask for any path. */
export function routeOf(path: string, status: number): string {
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'health'
  if (path.startsWith('/assets/')) return 'asset'
  const [, first = '', second = '', third = ''] = path.split('/')
  if (first === 'pictures') return '/pictures'
  if (first === 'v1')
    return `/v1/${knownCalls.test(second) ? second : '…'}${third === '' ? '' : /^(formSettings|gatsby|home|@|login|logout|me)$/.test(third) ? `/${third}` : '/…'}`
  if (status === 404 || status === 405) return '(unknown)'
  if (status >= 300 && status < 400 && status !== 304) return '(moved)'
  return /^(au|us|gb|ca)$/.test(first) ? '/{country}/…' : `/${first.slice(0, 24)}${second ? '/…' : ''}`
}
