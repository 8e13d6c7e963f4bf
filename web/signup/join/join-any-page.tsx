import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import UnknownPage, * as unknown from '#web/content/home/unknown-page.tsx'
import type { PageFrame } from '#web/shell/site.ts'
import JoinPage, * as join from './join-page.tsx'

export const handle: PageFrame = { header: 'fig' }

const joins = (path: string) => /^\/join-[a-z-]+\/?$/.test(path.replace(/\.data$/, ''))

/** /join-{product} of an unknown product shows the default page; other words return 404. */
export const loader = (args: LoaderFunctionArgs) =>
  joins(new URL(args.request.url).pathname) ? join.loader(args) : unknown.loader(args)

export const meta: MetaFunction<typeof loader> = (args) =>
  joins(args.location.pathname) ? join.meta(args as never) : unknown.meta(args as never)

export default function JoinAnyPage() {
  return 'variant' in useLoaderData<typeof loader>() ? <JoinPage /> : <UnknownPage />
}
