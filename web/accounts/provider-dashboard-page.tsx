import { type ClientLoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/browser.ts'
import { head } from '#web/platform/head.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { firstName, memberOf, Undetermined } from './protected.tsx'
import { accountWords } from './words.ts'

const t = reader(accountWords)
const w = reader(sharedWords)

export const meta: MetaFunction = () => head({ title: `${t('pd.title')} · Primp`, publicUrl: '', noindex: true })

/** A signed-in customer who is no provider yet is led to joining. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { user } = await memberOf(request)
  if (!user.roles.includes('provider') || !user.profileId) throw redirect('/join')
  return { user, profile: await browserApi().providers.profile({ profileId: user.profileId }) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default function ProviderDashboardPage() {
  const { user, profile } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s32">
      <div className="stack s4">
        <p className="small mut">{t('pd.title')}</p>
        <h1 className="d1">{t('cd.hello', { firstName: firstName(user.name) })}</h1>
      </div>
      <div className="cardx p24 row g16 wrapx">
        <Avatar size={72} src={profile.profileImg.src} alt={profile.profileImg.alt} />
        <div className="grow stack s4">
          <p className="title">{profile.name}</p>
          <div className="row g8 small mut wrapx">
            <Rating rating={profile.rating} reviews={profile.totalReviews} none={w('word.rating.none')} />
            <span>{profile.area}</span>
          </div>
          <p className="mut">{t('pd.text')}</p>
        </div>
        <ButtonLink to={`/@/${profile.slug}`}>{t('pd.view')}</ButtonLink>
      </div>
    </main>
  )
}
