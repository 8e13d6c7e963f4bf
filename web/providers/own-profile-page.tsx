import { useEffect } from 'react'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import { storedUser } from '#web/platform/session.ts'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { classes } from '#web/ui/class-names.ts'
import { profileWords } from './words.ts'
import apologyStyles from '#web/ui/apology.module.css'
import { localStore } from '#web/platform/storage.ts'

export const meta: MetaFunction = () => [{ title: 'Primp' }, { name: 'robots', content: 'noindex' }]

/** Bare /@ and /profile: the signed-in provider's own page, else the front page. */
export default function OwnProfile() {
  const navigate = useNavigate()
  useEffect(() => {
    const slug = storedUser(localStore)?.profileId
    void navigate(slug ? `/@/${slug}` : '/', { replace: true })
  }, [navigate])
  return (
    <main id="main" tabIndex={-1} className={classes('page-width', apologyStyles.sorry)}>
      <h1 className="heading-2">{profileWords['profile.yours']}</h1>
      <div className="with-script">
        <Dabs />
      </div>
      <noscript>
        <Link className="link" to="/">
          {profileWords['profile.yours.home']}
        </Link>
      </noscript>
    </main>
  )
}
