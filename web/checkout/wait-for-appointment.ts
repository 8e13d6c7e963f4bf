const rounds = 20

/** Asks until the time that was kept has become an appointment, and answers its id; null where it has not after 20 looks, a line that fails among them. */
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
