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
      "Returns the look in mind of a search, and the ingredients that products must not contain. Only the search's owner.",
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
      "Replaces the look in mind of a search. Cards then start with each artist's closest pictures. Only artists with a request see it.",
    input: ofQuote.extend(LookInMind.shape),
    output: LookView,
    refuses: [...owners],
    limit: 120,
  }),
  work: defineEndpoint({
    method: 'GET',
    path: '/v1/looks/works/{mediaId}',
    access: 'public',
    summary: "Returns a picture of an artist's album with its tags, to start a search for similar work.",
    input: z.object({ mediaId: z.coerce.number().pipe(WorkId) }),
    output: z.object({ picture: Picture, tags: LookTags, artist: z.object({ name: z.string(), slug: z.string() }) }),
    refuses: ['not_found', 'rate_limited'],
    limit: 240,
  }),
  addUpload: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/look/uploads',
    access: 'visitor',
    summary: 'Adds an upload from the `looks` folder to the look in mind. Adding the same upload again has no effect.',
    input: ofQuote.extend({ fileUrl: FileUrl }),
    output: LookView,
    refuses: [...owners, 'too_many_look_pictures'],
    limit: 60,
  }),
  addWork: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/look/works',
    access: 'visitor',
    summary: "Adds a picture of an artist's album to the look in mind. Adding the same picture again has no effect.",
    input: ofQuote.extend({ mediaId: WorkId }),
    output: LookView,
    refuses: [...owners, 'too_many_look_pictures'],
    limit: 60,
  }),
  removePicture: defineEndpoint({
    method: 'DELETE',
    path: '/v1/quotes/{quoteId}/look/pictures/{pictureId}',
    access: 'visitor',
    summary: 'Removes a picture from the look in mind. An upload that is no longer used is deleted.',
    input: ofQuote.extend({ pictureId: z.uuid() }),
    output: LookView,
    refuses: [...owners],
    limit: 60,
  }),
}
