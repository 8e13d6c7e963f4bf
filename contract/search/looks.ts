import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { LookTags } from '#contract/looks/look-tags.ts'
import { Picture } from '#contract/values.ts'
import { SearchId } from './search.ts'
import { LookInMind, LookView, WorkId } from './look-in-mind.ts'

const ofQuote = z.object({ quoteId: SearchId })
const owners = ['not_found', 'not_yours', 'rate_limited'] as const

export const looks = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/look',
    access: 'visitor',
    summary:
      'The look that the owner of a search has in mind, and what products must be free of. The search’s owner only.',
    input: ofQuote,
    output: LookView,
    refuses: [...owners],
    limit: 240,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/v1/quotes/{quoteId}/look',
    access: 'visitor',
    summary:
      'Says it anew, all of it: cards then begin with each artist’s closest work. Artists who are asked read it with the request, nobody else does.',
    input: ofQuote.extend(LookInMind.shape),
    output: LookView,
    refuses: [...owners],
    limit: 120,
  }),
  work: defineEndpoint({
    method: 'GET',
    path: '/v1/looks/works/{mediaId}',
    access: 'public',
    summary: 'A picture out of an artist’s album with its tags: what a search for such work begins with.',
    input: z.object({ mediaId: z.coerce.number().pipe(WorkId) }),
    output: z.object({ picture: Picture, tags: LookTags, artist: z.object({ name: z.string(), slug: z.string() }) }),
    refuses: ['not_found', 'rate_limited'],
    limit: 240,
  }),
  addUpload: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/look/uploads',
    access: 'visitor',
    summary:
      'Puts an upload of the caller’s, sent to the folder `looks`, to the look; the same one again is there already.',
    input: ofQuote.extend({ fileUrl: FileUrl }),
    output: LookView,
    refuses: [...owners, 'too_many_look_pictures'],
    limit: 60,
  }),
  addWork: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/look/works',
    access: 'visitor',
    summary: 'Puts a picture out of an artist’s album to the look; the same one again is there already.',
    input: ofQuote.extend({ mediaId: WorkId }),
    output: LookView,
    refuses: [...owners, 'too_many_look_pictures'],
    limit: 60,
  }),
  removePicture: defineEndpoint({
    method: 'DELETE',
    path: '/v1/quotes/{quoteId}/look/pictures/{pictureId}',
    access: 'visitor',
    summary: 'Takes a picture off the look; an upload that nothing shows any more is deleted.',
    input: ofQuote.extend({ pictureId: z.uuid() }),
    output: LookView,
    refuses: [...owners],
    limit: 60,
  }),
}
