const rounds = 20

/** Polls until the hold is an appointment and returns its id; null after 20 attempts, failed requests included. */
export async function waitForAppointment(
  read: () => Promise<{ hold: { appointmentId: string | null } }>,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<string | null> {
  for (let round = 0; round < rounds; round++) {
    const found = await read().catch(() => null)
    if (found?.hold.appointmentId) return found.hold.appointmentId
    await pause(400 + round * 120)
  }
  return null
}
