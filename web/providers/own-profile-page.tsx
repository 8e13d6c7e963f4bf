import { formatMessage } from '#contract/i18n/messages.ts'
import { useEffect } from 'react'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import { getStoredUser } from '#web/platform/session.ts'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { profileMessages } from './messages.ts'
import apologyStyles from '#web/ui/apology.module.css'
import { localStore } from '#web/platform/storage.ts'

export const meta: MetaFunction = () => [{ title: 'Primp' }, { name: 'robots', content: 'noindex' }]

/** Bare /@ and /profile redirect to the own page, or by default to the front page. */
export default function OwnProfile() {
  const navigate = useNavigate()
  useEffect(() => {
    const slug = getStoredUser(localStore)?.profileId
    void navigate(slug ? `/@/${slug}` : '/', { replace: true })
  }, [navigate])
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', apologyStyles.sorry)}>
      <h1 className="heading-2">{formatMessage(profileMessages['profile.yours'])}</h1>
      <div className="with-script">
        <Dabs />
      </div>
      <noscript>
        <Link className="link" to="/">
          {formatMessage(profileMessages['profile.yours.home'])}
        </Link>
      </noscript>
    </main>
  )
}
