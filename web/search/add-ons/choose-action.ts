import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { chosenIn } from './chosen-in.ts'

/** Chooses what is added to a quote, from its page's form; what is refused is said beside what was ticked. */
export async function chooseAction({ request, params, context }: ActionFunctionArgs) {
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const ticks = (await request.formData()).getAll('addOn').map(String)
  const asked = new URL(request.url).searchParams.get('type')
  const type = asked === 'studio' || asked === 'mobile' ? asked : undefined
  try {
    await serverApi(context).addOns.choose({ quoteId, profileId, type, addOns: chosenIn(ticks) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ error: error.errors[0]?.message || error.message, ticks }, { status: error.status || 503 })
  }
  return redirect(`/quotes/${quoteId}/@/${profileId}${type ? `?type=${type}` : ''}#add-ons`)
}
