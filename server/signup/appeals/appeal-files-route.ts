import type { Hono } from 'hono'
import { sealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { appealFile } from './appeal-queries.ts'

/** `GET /v1/providers/me/appeals/files/{fileId}` and the operators' `GET /v1/operator/appeals/files/{fileId}`: pictures that came with an appeal. */
export const appealFilesRoute = (rig: Rig): Hono =>
  sealedRoutes(rig, {
    own: 'providers/me/appeals/files',
    operators: 'operator/appeals/files',
    called: 'A picture of an appeal',
    find: appealFile,
    act: 'appeal.view',
    what: 'appeal',
  })
