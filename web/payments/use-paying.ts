import { useEffect, useRef, useState } from 'react'
import type { ShownPayment } from '#contract/payments/payments.ts'
import { waitForBank, type Word } from './wait-for-bank.ts'

const LONG_MS = 15_000

/** The state of paying: busy, waiting for the bank, and for long; `wait` ends with the bank's word. */
export function usePaying() {
  const [stage, setStage] = useState<'idle' | 'busy' | 'waiting' | 'long'>('idle')
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const wait = async (payment: ShownPayment): Promise<{ word: Word; payment: ShownPayment } | null> => {
    leaving.current?.abort()
    const leave = new AbortController()
    leaving.current = leave
    setStage('waiting')
    const late = setTimeout(() => setStage('long'), LONG_MS)
    try {
      return await waitForBank(payment.id, leave.signal, payment.error)
    } finally {
      clearTimeout(late)
    }
  }
  return { stage, setStage, wait }
}
