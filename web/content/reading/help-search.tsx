import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { helpWords } from './words.ts'

const t = reader(helpWords)

/** Opens the topics that hold the typed words and hides the others, with the headings that have none. */
export function HelpSearch() {
  const [found, setFound] = useState<{ count: number; text: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase()
    const asked = wanted.length >= 2
    let count = 0
    let heading: HTMLElement | null = null
    for (const part of document.querySelectorAll<HTMLElement>('[data-reading] > h2, [data-reading] > details')) {
      if (part instanceof HTMLDetailsElement) {
        const matches = !asked || wordsOf(part).includes(wanted)
        part.hidden = !matches
        part.open = matches && asked
        if (!matches) continue
        count++
        if (heading) heading.hidden = false
      } else {
        heading = part
        part.hidden = asked
      }
    }
    setFound(asked ? { count, text: typed.trim() } : null)
  }
  // What was typed before this script was here is looked for too.
  const first = useRef(search)
  useEffect(() => {
    if (field.current?.value) first.current(field.current.value)
  }, [])
  return (
    <div className="stack gap-8" role="search">
      <TextField
        ref={field}
        label={t('help.search')}
        type="search"
        defaultValue=""
        onInput={(event) => search(event.currentTarget.value)}
        prefix={<Search className="icon" aria-hidden="true" />}
      />
      <p className="small muted" role="status">
        {found && (found.count === 0 ? t('help.none', { text: found.text }) : t('help.found', { n: found.count }))}
      </p>
    </div>
  )
}

// A question and its answer, without what is asked about them.
const wordsOf = (topic: HTMLElement): string =>
  `${topic.querySelector('summary')?.textContent} ${topic.querySelector('p')?.textContent}`.toLowerCase()
