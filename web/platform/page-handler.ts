import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Visit, visitContext } from './context.ts'

/** Returns the route table of a build, and a handler for its pages, forms and loader data. */
export function createPageHandler(build: ServerBuild) {
  const handle = createRequestHandler(build, process.env['NODE_ENV'])
  return {
    routes: build.routes,
    handlePage(request: Request, visit: Visit): Promise<Response> {
      const context = new RouterContextProvider()
      context.set(visitContext, visit)
      return handle(request, context)
    },
  }
}
