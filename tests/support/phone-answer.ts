import type { FormQuestion } from '../../server/simulate/phone';
import { signIn } from '../../server/simulate/phone';
import type { SimulatedStation } from '../../server/simulate/stations';
import { demoStations } from '../../server/simulate/stations';

interface WantedAnswer {
  /** Which option is chosen: the first that fits; one with free text never does. */
  option?: (option: FormQuestion['optionsToQuestions'][number]) => boolean;
  /** From where: the first station of the country that fits. */
  station?: (station: SimulatedStation) => boolean;
}

/**
 * Signs an observer's phone in. @returns what sends one answer from it.
 * @throws Error if no published form or no station of the demo fits.
 */
export async function readyAnswer(
  origin: string,
  { phone, pin }: { phone: string; pin: string },
  { option: fits = () => true, station: isWanted = () => true }: WantedAnswer,
): Promise<() => Promise<void>> {
  const observer = await signIn(
    (path, init) => fetch(origin + path, init),
    phone,
    pin,
  );
  const forms = await observer.readForms();
  const choice = forms
    .filter(({ diaspora }) => !diaspora)
    .flatMap(({ sections }) => sections.flatMap((each) => each.questions))
    .flatMap(({ id, optionsToQuestions }) =>
      optionsToQuestions
        .filter((option) => !option.isFreeText && fits(option))
        .map((option) => ({ questionId: id, optionId: option.id })),
    )[0];
  const station = demoStations().find(
    (each) => !each.isDiaspora && isWanted(each),
  );
  if (!choice || !station) throw new Error('The demo has nothing to answer');
  const { questionId, optionId } = choice;
  const { countyCode, municipalityCode, pollingStationNumber } = station;
  return () =>
    observer.answer({ countyCode, municipalityCode, pollingStationNumber }, [
      { questionId, options: [{ optionId, value: null }] },
    ]);
}
