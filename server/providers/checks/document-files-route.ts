import type { Hono } from 'hono'
import { sealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { documentFile } from './check-queries.ts'

/** `GET /v1/providers/me/documents/files/{fileId}` and the operators' `GET /v1/operator/documents/files/{fileId}`: pictures of documents. */
export const documentFilesRoute = (rig: Rig): Hono =>
  sealedRoutes(rig, {
    own: 'providers/me/documents/files',
    operators: 'operator/documents/files',
    called: 'A picture of a document',
    find: documentFile,
    act: 'document.view',
    what: 'document',
  })
