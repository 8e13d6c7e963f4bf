import * as build from 'virtual:react-router/server-build'
import { createPageHandler } from './platform/page-handler.ts'

export const { routes, handlePage } = createPageHandler(build)
