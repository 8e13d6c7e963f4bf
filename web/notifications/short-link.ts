import { type LoaderFunctionArgs, redirect } from 'react-router'
import { serverApi } from '#web/platform/api/server-api.ts'

/** Route /s/{code}: redirects a text message's short link; unknown codes go to an error page. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  try {
    const { path } = await serverApi(context).notices.shortLink({ code: params['code'] ?? '' })
    return redirect(path, { headers: { 'Cache-Control': 'private, no-store' } })
  } catch {
    return redirect('/not-found')
  }
}
