import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reader } from '#contract/words.ts'
import { currentToken, takePath } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { firstName } from '#web/accounts/protected.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { accountWords } from '#web/accounts/words.ts'
import { ChoosePassword } from './choose-password.tsx'
import { localStore } from '#web/platform/storage.ts'

const t = reader(accountWords)

interface ProvenProps {
  name: string
  email: string
  kept: boolean
  choose: string | null
}

/** An address is proven: carry on, or first choose a password in the place of one that has ended with it. */
export function Proven({ name, email, kept, choose }: ProvenProps) {
  const navigate = useNavigate()
  const enter = useEnter()
  const [token, setToken] = useState(choose)
  const carryOn = () => {
    const searchId = localStore.getItem('searchId')
    navigate(
      takePath(localStore) ??
        (currentToken(localStore)
          ? '/customer-dashboard'
          : searchId
            ? `/quotes/${encodeURIComponent(searchId)}`
            : '/login'),
    )
  }
  return (
    <AuthCard title={t('verify.done.title')}>
      <p className="muted">{t('verify.done.text', { firstName: firstName(name) })}</p>
      {!kept && <Note kind="info">{token ? t('reset.instead', { email }) : t('verify.done.again')}</Note>}
      {token && (
        <ChoosePassword
          token={token}
          onDone={(answer) => enter(answer, { said: t('reset.done') })}
          onEnded={() => setToken(null)}
        />
      )}
      <Button kind={token ? 'secondary' : 'primary'} size="large" full onClick={carryOn}>
        {t(token ? 'reset.later' : 'verify.done.action')}
      </Button>
      {!kept && !token && (
        <ButtonLink to="/forgot-password" kind="secondary" size="large" full>
          {t('verify.done.choose')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
