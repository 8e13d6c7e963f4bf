import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import handleRequest, { takeData } from '#web/entry.server.tsx'
import { visitContext } from '#web/platform/context.ts'
import { openPageRouter, readRoutes } from '#server/platform/pages/page-router.ts'
import { routesByWord } from '#server/platform/pages/routes-by-word.ts'
import { Outlet, Scripts, useParams } from 'react-router'
import { createElement } from 'react'

const Page = () => createElement('p', null, JSON.stringify(useParams()))
const leaf = { default: Page, loader: ({ params }: { params: object }) => ({ params }) }
const around = { default: () => createElement(Outlet) }
const table: [id: string, parentId: string | undefined, path: string | undefined, module: object, index?: true][] = [
  ['home', 'root', undefined, leaf, true],
  ['frame', 'root', undefined, around],
  ['join', 'frame', 'join', leaf],
  ['gb', 'root', 'gb/:category/:neighborhood/:event?', leaf],
  ['dashboard', 'root', 'dashboard', around],
  ['dashboard-home', 'dashboard', undefined, leaf, true],
  ['dashboard-offers', 'dashboard', 'offers/:id', leaf],
  ['content-places', 'root', 'content/places', leaf],
  ['content', 'root', 'content/*', leaf],
  [
    'file',
    'root',
    ':part.xml',
    { loader: () => new Response('<xml/>', { headers: { 'content-type': 'application/xml' } }) },
  ],
  [
    'word',
    'root',
    ':word',
    {
      ...leaf,
      loader: ({ params }: { params: object }) =>
        'word' in params && params.word === 'missing' ? data({ params }, { status: 404 }) : { params },
    },
  ],
  ['rest', 'root', '*', leaf],
]
const routes = {
  root: {
    id: 'root',
    path: '',
    module: {
      Layout: ({ children }: { children: unknown }) =>
        createElement('html', null, createElement('body', null, children as never, createElement(Scripts))),
      default: around.default,
    },
  },
  ...Object.fromEntries(
    table.map(([id, parentId, path, module, index]) => [
      id,
      { id, parentId, ...(path === undefined ? {} : { path }), ...(index && { index }), module },
    ]),
  ),
}
const build = {
  entry: { module: { default: handleRequest, handleError: () => {} } },
  routes,
  assets: {
    entry: { imports: [], module: '/entry.js' },
    routes: Object.fromEntries(
      Object.values(routes).map(({ module, ...route }) => [
        route.id,
        { ...route, module: `/${route.id}.js`, hasLoader: 'loader' in module },
      ]),
    ),
    url: '/manifest.js',
    version: 'v1',
  },
  assetsBuildDirectory: '',
  basename: '/',
  publicPath: '/',
  isSpaMode: false,
  ssr: true,
  future: {},
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} as unknown as ServerBuild

const asked = (handle: ReturnType<typeof createRequestHandler>) => async (path: string, method: string) => {
  const context = new RouterContextProvider()
  context.set(visitContext, { report: (fault: unknown) => fault, putOff: () => {} } as never)
  const answer = await handle(new Request(`http://any.invalid${path}`, { method }), context)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

test('what is drawn by the routes of an address alone is what all routes draw: pages, their data, files, what is not there', async () => {
  const [whole, part] = [asked(createRequestHandler(build, 'production')), asked(openPageRouter(build))]
  const paths = [
    '/',
    '/_.data',
    '/join',
    '/JOIN',
    '/join.data',
    '/gb/makeup/london',
    '/GB/makeup/london',
    '/gb/makeup/london/prom',
    '/gb',
    '/gb.data',
  ]
  paths.push(
    '/gb/makeup/london.data?_routes=gb',
    '/dashboard',
    '/dashboard/offers/7',
    '/dashboard/none',
    '/content/places',
    '/content/a/b',
  )
  paths.push('/sitemap.xml', '/word', '/no/such', '/%67b/makeup/london', '/gb/m%C3%BCnchen/x', '/join/', '/constructor')
  paths.push('/__manifest?version=v1&paths=/join,/gb/makeup/london,/word', '/__manifest?version=v0&paths=/join')
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST'])
      expect([path, method, await part(path, method)]).toEqual([path, method, await whole(path, method)])
  // The comparison sees pages that differ.
  expect((await part('/gb/makeup/london', 'GET')).text).toContain('london')
})

test('what a page is drawn with stands in it as one text, what the router writes down is empty; data alone and files are as they were', async () => {
  const taking = { ...build, entry: { module: { ...build.entry.module, takeData } } } as ServerBuild
  const [whole, part] = [asked(createRequestHandler(build, 'production')), asked(openPageRouter(taking))]
  const { text } = await part('/gb/makeup/london', 'GET')
  expect(text).toContain(
    '<script type="application/json" id="page-data" data-all="">{"gb":{"params":{"category":"makeup","neighborhood":"london"}}}</script></body></html>',
  )
  expect(/enqueue\((.*?)\);<\/script>/.exec(text)?.[1]).not.toContain('london')
  expect(text).toContain('<p>{&quot;category&quot;:&quot;makeup&quot;,&quot;neighborhood&quot;:&quot;london&quot;}</p>')
  for (const path of ['/gb/makeup/london.data', '/sitemap.xml', '/_.data'])
    expect(await part(path, 'GET')).toEqual(await whole(path, 'GET'))
  const missing = await part('/missing', 'GET')
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('id="page-data" data-all="">{"word":{"params":{"word":"missing"}}}')
})

test('an address has the routes of its first word and those that begin with any, each with all it stands in', () => {
  const { wordOf, under } = routesByWord(build.routes)
  expect(wordOf('/gb/x/y')).toBe('gb')
  expect(wordOf('/unheard/x')).toBe('')
  expect(under('dashboard').map(({ id }) => id)).toEqual([
    'root',
    'home',
    'frame',
    'dashboard',
    'dashboard-home',
    'dashboard-offers',
    'file',
    'word',
    'rest',
  ])
  expect(under('').map(({ id }) => id)).not.toContain('gb')
})

test('a route is read when an address of its first word is asked for, once; one that cannot be read is tried again', async () => {
  const came: string[] = []
  let broken = true
  const unread = Object.fromEntries(
    Object.entries(routes).map(([id, { module, ...route }]) => [
      id,
      {
        ...route,
        module: {},
        read: async () => {
          came.push(id)
          if (id === 'gb' && broken) throw new Error('misspelt')
          return module
        },
      },
    ]),
  )
  const part = asked(openPageRouter({ ...build, routes: unread } as unknown as ServerBuild))
  const whole = asked(createRequestHandler(build, 'production'))
  expect(await part('/join', 'GET')).toEqual(await whole('/join', 'GET'))
  expect(came.toSorted()).toEqual(['file', 'frame', 'home', 'join', 'rest', 'root', 'word'])
  came.length = 0
  expect(await part('/join.data', 'GET')).toEqual(await whole('/join.data', 'GET'))
  expect(await part('/__manifest?version=v1&paths=/gb/a/b', 'GET')).toEqual(
    await whole('/__manifest?version=v1&paths=/gb/a/b', 'GET'),
  )
  expect(came).not.toContain('gb')
  await expect(part('/gb/makeup/london', 'GET')).rejects.toThrow('misspelt')
  broken = false
  for (const path of ['/gb/makeup/london', '/no/such', '/%67b/makeup/london'])
    expect(await part(path, 'GET')).toEqual(await whole(path, 'GET'))
  came.length = 0
  await readRoutes({ ...build, routes: unread } as unknown as ServerBuild)
  expect(came).toEqual(Object.keys(routes))
})
