import type { Hono } from 'hono'
import { sealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { identityPicture } from '#server/signup/verification/verification-queries.ts'

/** `GET /v1/operator/verification/pictures/{pictureId}`: an identity picture. Who sent it does not get it back. */
export const identityRoute = (rig: Rig): Hono =>
  sealedRoutes(rig, {
    operators: 'operator/verification/pictures',
    called: 'An identity picture',
    find: identityPicture,
    act: 'identity.view',
    what: 'identity',
  })
