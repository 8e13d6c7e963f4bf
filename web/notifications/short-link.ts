import { type LoaderFunctionArgs, redirect } from 'react-router'
import { serverApi } from '#web/platform/api/server-api.ts'

/** /s/{code}: the short address of an SMS leads on; one that is not known to the page that says so. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  try {
    const { path } = await serverApi(context).notices.shortLink({ code: params['code'] ?? '' })
    return redirect(path, { headers: { 'Cache-Control': 'private, no-store' } })
  } catch {
    return redirect('/not-found')
  }
}
