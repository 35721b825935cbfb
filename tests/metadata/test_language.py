"""Languages told from two sentences."""

from __future__ import annotations

import pytest

from printworthy.metadata.language import detect

SENTENCES = [
    ("en", "The river rose overnight and the bakery lost its ovens. Nobody was hurt, but the bread will be late."),
    ("de", "Der Bäcker hat sein Brot in der Nacht verloren. Es war nicht schön, aber niemand wurde verletzt."),
    (
        "fr",
        "La boulangère a perdu son four pendant la nuit. Elle ne sait pas encore quand les clients pourront revenir.",
    ),
    ("es", "La panadera perdió su horno durante la noche. No sabe todavía cuándo van a volver los clientes."),
    ("pt", "A padeira perdeu o forno durante a noite. Ela não sabe ainda quando os clientes vão voltar."),
    ("it", "Il fornaio ha perso il forno durante la notte. Non sa ancora quando i clienti potranno tornare."),
    ("nl", "De bakker heeft zijn oven vannacht verloren. Hij weet nog niet wanneer de klanten terug kunnen komen."),
    ("sv", "Bagaren förlorade sin ugn under natten. Han vet inte när kunderna kan komma tillbaka."),
    ("da", "Bageren mistede sin ovn i løbet af natten. Han ved ikke, hvornår kunderne kan komme tilbage."),
    ("no", "Bakeren mistet ovnen sin i løpet av natten. Han vet ikke når kundene kan komme tilbake."),
    ("fi", "Leipuri menetti uuninsa yön aikana. Hän ei vielä tiedä, milloin asiakkaat voivat palata."),
    ("is", "Bakarinn missti ofninn sinn um nóttina. Hann veit ekki hvenær viðskiptavinir geta komið aftur."),
    ("pl", "Piekarz stracił piec w nocy. Nie wie jeszcze, kiedy klienci będą mogli wrócić do sklepu."),
    ("cs", "Pekař přišel v noci o svou pec. Ještě neví, kdy se zákazníci budou moci vrátit do obchodu."),
    ("sk", "Pekár prišiel v noci o svoju pec. Ešte nevie, kedy sa zákazníci budú môcť vrátiť do obchodu."),
    ("sl", "Pek je ponoči izgubil svojo peč. Še ne ve, kdaj se bodo stranke lahko vrnile v trgovino."),
    ("hr", "Pekar je tijekom noći izgubio svoju peć. Još ne zna kada će se kupci moći vratiti u trgovinu."),
    ("ro", "Brutarul și-a pierdut cuptorul în timpul nopții. Nu știe încă când se vor putea întoarce clienții."),
    ("hu", "A pék elvesztette a kemencéjét az éjszaka. Még nem tudja, hogy a vevők mikor jöhetnek vissza."),
    ("tr", "Fırıncı gece boyunca fırınını kaybetti. Müşterilerin ne zaman geri gelebileceğini henüz bilmiyor."),
    ("et", "Pagar kaotas öösel oma ahju. Ta ei tea veel, millal kliendid võivad tagasi tulla."),
    ("lv", "Maiznieks naktī zaudēja savu krāsni. Viņš vēl nezina, kad klienti varēs atgriezties veikalā."),
    ("lt", "Kepėjas naktį neteko savo krosnies. Jis dar nežino, kada klientai galės sugrįžti į parduotuvę."),
    (
        "ca",
        "El forner va perdre el forn durant la nit. Encara no sap quan els clients podran tornar amb els cistells.",
    ),
    ("sq", "Bukëpjekësi e humbi furrën gjatë natës. Ai ende nuk e di se kur do të kthehen klientët."),
    ("id", "Tukang roti itu kehilangan ovennya pada malam hari. Dia belum tahu kapan pelanggan akan bisa kembali."),
    ("vi", "Người thợ làm bánh đã mất lò nướng trong đêm. Ông ấy chưa biết khi nào khách hàng có thể trở lại."),
    ("sw", "Mwokaji alipoteza tanuri yake usiku. Bado hajui ni lini wateja wataweza kurudi katika duka lake."),
    ("af", "Die bakker het sy oond in die nag verloor. Hy weet nog nie wanneer die kliënte weer kan kom nie."),
    ("ru", "Пекарь потерял свою печь этой ночью. Он ещё не знает, когда покупатели смогут вернуться."),
    ("uk", "Пекар утратив свою піч цієї ночі. Він ще не знає, коли покупці зможуть повернутися."),
    ("bg", "Пекарят загуби пещта си през нощта. Той още не знае кога клиентите ще могат да се върнат."),
    ("sr", "Пекар је током ноћи изгубио своју пећ. Још не зна када ће се купци моћи вратити."),
    ("el", "Ο φούρναρης έχασε τον φούρνο του μέσα στη νύχτα. Δεν ξέρει ακόμη πότε θα επιστρέψουν οι πελάτες."),
    ("ar", "فقد الخباز فرنه في الليل. لا يعرف بعد متى يمكن أن يعود الزبائن إلى المتجر."),
    ("fa", "نانوا شب گذشته تنور خود را از دست داد. او هنوز نمی‌داند که مشتریان چه زمانی برمی‌گردند."),
    ("ur", "نانبائی نے رات کو اپنا تندور کھو دیا۔ اسے ابھی نہیں معلوم کہ گاہک کب واپس آئیں گے۔"),
    ("he", "האופה איבד את התנור שלו בלילה. הוא עדיין לא יודע מתי הלקוחות יחזרו."),
    ("hi", "नानबाई ने रात में अपना तंदूर खो दिया। उसे अभी नहीं पता कि ग्राहक कब लौटेंगे।"),
    ("mr", "बेकरीवाल्याने रात्री आपली भट्टी गमावली. ग्राहक कधी परत येतील हे त्याला अजून माहीत नाही आणि तो वाट पाहत आहे."),
    ("bn", "রাতে রুটিওয়ালা তার চুলা হারিয়েছে। ক্রেতারা কবে ফিরবে সে এখনও জানে না।"),
    ("ta", "இரவில் அந்த பேக்கர் தன் அடுப்பை இழந்தார். வாடிக்கையாளர்கள் எப்போது திரும்புவார்கள் என்று தெரியவில்லை."),
    ("th", "คนทำขนมปังเสียเตาอบไปเมื่อคืน เขายังไม่รู้ว่าลูกค้าจะกลับมาเมื่อไร"),
    ("ja", "パン屋は夜のうちに窯を失った。客がいつ戻れるのか、まだわからない。"),
    ("ko", "빵집 주인은 밤사이 화덕을 잃었다. 손님들이 언제 돌아올지 아직 모른다."),
    ("zh", "面包师一夜之间失去了他的炉子。他还不知道顾客什么时候能回来。"),
    ("ka", "მეპურემ ღამით ღუმელი დაკარგა. ჯერ არ იცის, როდის დაბრუნდებიან კლიენტები."),
    ("hy", "Հացթուխը գիշերը կորցրեց իր վառարանը։ Նա դեռ չգիտի, երբ կվերադառնան հաճախորդները։"),
]


def test_there_are_forty_languages() -> None:
    assert len({language for language, _ in SENTENCES}) >= 40


@pytest.mark.parametrize(("language", "text"), SENTENCES, ids=[language for language, _ in SENTENCES])
def test_detect(language: str, text: str) -> None:
    assert detect(text)[0] == language


@pytest.mark.parametrize("text", ["", "12345 67", "Xyzzy Plugh", "!!!"])
def test_no_language(text: str) -> None:
    assert detect(text) == ("", 0.0)
